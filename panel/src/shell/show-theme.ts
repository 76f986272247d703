import type { Theme } from "../../../core/contracts/panel/me.ts";

/** Applies a user's theme, and stores it so that on the next visit it is applied before anything is drawn. */
export function showTheme(theme: Theme): void {
  if (theme === "system") {
    localStorage.removeItem("theme");
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem("theme", theme);
    document.documentElement.dataset.theme = theme;
  }
}
