/**
 * Renders a list as a single message: the greeting and the numbered choices. Buttons aren't used, because the network
 * breaks them.
 */
export function renderMenu(greeting: string, choices: readonly { label: string }[]): string {
  const list = choices.map(({ label }, at) => `${at + 1}. ${label.trim()}`).join("\n");
  return [greeting.trim(), list].filter((part) => part !== "").join("\n\n");
}
