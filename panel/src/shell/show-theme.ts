import type { Theme } from "../../../core/contracts/panel/me.ts";

/** Shows the panel in a person's theme, now and at the next visit before anything is drawn. */
export function showTheme(theme: Theme): void {
  if (theme === "system") {
    localStorage.removeItem("theme");
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem("theme", theme);
    document.documentElement.dataset.theme = theme;
  }
}
