/** The kinds of files in messages. Spec: Media object. */
export type FileKind = "image" | "video" | "audio" | "document";

/**
 * Returns the kind of file that a media type is sent as. Anything other than an image, video or audio is sent as a
 * document.
 */
export function fileKind(mimetype: string): FileKind {
  const [family] = mimetype.toLowerCase().split("/", 1);
  return family === "image" || family === "video" || family === "audio" ? family : "document";
}
