/** Kinds of files that messages have. Spec: Media object. */
export type FileKind = "image" | "video" | "audio" | "document";

/**
 * The kind under which a file of this media type is sent: everything that is no picture, film or sound is a document.
 */
export function fileKind(mimetype: string): FileKind {
  const [family] = mimetype.toLowerCase().split("/", 1);
  return family === "image" || family === "video" || family === "audio" ? family : "document";
}
