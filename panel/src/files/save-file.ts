/** Makes the browser save text as a file. */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // After a minute, the browser has finished reading the text. Unless the URL is revoked, the text stays in memory
  // until the user leaves the page.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
