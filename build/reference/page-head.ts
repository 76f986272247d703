/** The last link at the top of each page, which a machine without the panel leaves out. */
export const PANEL_LINK = ' <a href="/">Panel</a>';

/** Returns the first lines of a documentation page. @param title the page's title, escaped. */
export const pageHead = (title: string): string[] => [
  "<!doctype html>",
  '<html lang="en">',
  "<head>",
  '<meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width, initial-scale=1">',
  `<title>${title} · Messaging gateway</title>`,
];
