/** The part of `mime-types` that we use. The package has no types of its own. */
declare module "mime-types" {
  /** Returns the usual file name extension for a media type, without the dot. */
  export function extension(type: string): string | false;
}

/** Returns the encoding that a browser would use to decode a page. The package has no types of its own. */
declare module "html-encoding-sniffer" {
  export default function htmlEncodingSniffer(
    bytes: Uint8Array,
    options: { transportLayerEncodingLabel?: string; defaultEncoding: string; maxPrescanBytes: number },
  ): string;
}
