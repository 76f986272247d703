/** The kinds of files in messages. Spec: Media object. */
export type FileKind = "image" | "video" | "audio" | "document";

/**
 * Returns the kind as which a file of this media type is sent; anything other than a picture, video or audio is sent as
 * a document.
 */
export function fileKind(mimetype: string): FileKind {
  const [family] = mimetype.toLowerCase().split("/", 1);
  return family === "image" || family === "video" || family === "audio" ? family : "document";
}
