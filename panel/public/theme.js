// Before the first paint, so that nobody sees the other theme flash. A file, because the page runs no inline scripts.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be switched off: the page is as the device is set.
}
