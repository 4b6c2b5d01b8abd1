import { useDirection } from "@mantine/core";
import { Notifications } from "@mantine/notifications";

/** Messages stand at the foot of the screens, at the side where reading starts. */
export function Toaster() {
  const { dir } = useDirection();
  return <Notifications position={dir === "rtl" ? "bottom-right" : "bottom-left"} />;
}
