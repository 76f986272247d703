const PLAIN_BYTES = "application/octet-stream";

/**
 * Returns the media type reported by the browser, or a generic binary type if the browser doesn't recognize the file.
 */
export const mediaTypeOf = ({ type }: Pick<File, "type">): string => type || PLAIN_BYTES;

/** Encodes a whole file as a data URL. */
export function asDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** Encodes a file as base64, to be sent in a request. */
export const asBase64 = async (file: File): Promise<string> => (await asDataUrl(file)).split(",")[1] ?? "";
