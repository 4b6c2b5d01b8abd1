declare module "@iconify-json/tabler/icons/*" {
  const icon: import("./look/outlineIcon.tsx").OutlineIcon;
  export default icon;
}
