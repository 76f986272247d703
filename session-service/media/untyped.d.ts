/** The part of `mime-types` that is used; the package has no types of its own. */
declare module "mime-types" {
  /** The usual ending of a type's files, without the dot. */
  export function extension(type: string): string | false;
}

/** The encoding in which a browser would read a page; the package has no types of its own. */
declare module "html-encoding-sniffer" {
  export default function htmlEncodingSniffer(
    bytes: Uint8Array,
    options: { transportLayerEncodingLabel?: string; defaultEncoding: string; maxPrescanBytes: number },
  ): string;
}
