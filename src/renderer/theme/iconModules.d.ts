declare module "@iconify-json/tabler/icons/*" {
  const icon: import("./outlineIcon.tsx").OutlineIcon;
  export default icon;
}
