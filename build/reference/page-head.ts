/** Returns the first lines of a page of the documentation. @param title the page's title, escaped. */
export const pageHead = (title: string): string[] => [
  "<!doctype html>",
  '<html lang="en">',
  "<head>",
  '<meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width, initial-scale=1">',
  `<title>${title} · Messaging gateway</title>`,
];
