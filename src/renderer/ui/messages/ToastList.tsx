import { Notifications } from "@mantine/notifications";
import classes from "./Toasts.module.css";

/** One less than the library's dialogs have. */
const underDialogs = 199;

/** The messages themselves. */
export function ToastList({ isPlaced }: { readonly isPlaced: boolean }) {
  return (
    <Notifications
      position="bottom-center"
      containerWidth={320}
      withinPortal={!isPlaced}
      className={isPlaced ? (classes.placed ?? "") : ""}
      zIndex={underDialogs}
    />
  );
}
