/** Returns the headings of a Markdown page, in order; lines of code are none. */
export const headingsIn = (page: string): string[] =>
  [...page.replace(/^```.*?^```/gms, "").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading.trim());

/** Converts a heading to its anchor like Markdown pages. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
