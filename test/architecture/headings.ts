/** Returns the headings of a Markdown page, in order, ignoring lines in code blocks. */
export const headingsIn = (page: string): string[] =>
  [...page.replace(/^```.*?^```/gms, "").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading.trim());

/** Converts a heading to its anchor, as Markdown renderers do. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
