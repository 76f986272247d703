/**
 * The supported parts of a request: the headers and parameters that the emulated S3 honors, and the body elements that
 * it reads.
 */
export interface Taken {
  /**
   * The action's headers and parameters, in lower case. A name that ends in `-` stands for all names with that prefix.
   */
  names: readonly string[];
  /** The elements of the action's XML body. Absent if it doesn't have one. */
  elements?: readonly string[];
  /** Whether S3 requires a hash of the body. */
  isHashed?: true;
}

const ABOUT = [
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-language",
  "content-type",
  "expires",
  "x-amz-meta-",
];
const CHECKSUMS = ["content-md5", "x-amz-sdk-checksum-algorithm", "x-amz-checksum-crc32", "x-amz-checksum-sha256"];
/**
 * Conditions sent by clients that have a cached version. They may be ignored, because sending the file again is always
 * allowed.
 */
const CONDITIONS_OF_READERS = ["if-match", "if-none-match", "if-modified-since", "if-unmodified-since"];
const ANSWERS = [
  "response-cache-control",
  "response-content-disposition",
  "response-content-encoding",
  "response-content-language",
  "response-content-type",
];
const LISTING = ["list-type", "prefix", "max-keys", "continuation-token", "start-after", "encoding-type"];

/**
 * The supported parts of each action. Anything else that is in the action's service model, or looks like an S3 header,
 * is refused as not emulated: it would have an effect on AWS but none in this emulation.
 */
export const TAKEN: Readonly<Record<string, Taken>> = {
  CreateBucket: { names: [], elements: [] },
  HeadBucket: { names: [] },
  PutBucketLifecycleConfiguration: {
    names: ["lifecycle", ...CHECKSUMS],
    elements: [
      ...["LifecycleConfiguration", "Rule", "ID", "Status", "Filter", "Prefix", "Expiration", "Days"],
      ...["AbortIncompleteMultipartUpload", "DaysAfterInitiation"],
    ],
    isHashed: true,
  },
  GetBucketLifecycleConfiguration: { names: ["lifecycle"] },
  PutBucketCors: {
    names: ["cors", ...CHECKSUMS],
    elements: [
      ...["CORSConfiguration", "CORSRule", "ID", "AllowedOrigin", "AllowedMethod", "AllowedHeader", "MaxAgeSeconds"],
    ],
    isHashed: true,
  },
  ListObjectsV2: { names: LISTING },
  DeleteObjects: { names: ["delete", ...CHECKSUMS], elements: ["Delete", "Object", "Key", "Quiet"], isHashed: true },
  PutObject: { names: ["content-length", ...ABOUT, ...CHECKSUMS] },
  GetObject: { names: ["range", "x-amz-checksum-mode", ...CONDITIONS_OF_READERS, ...ANSWERS] },
  HeadObject: { names: ["x-amz-checksum-mode", ...CONDITIONS_OF_READERS] },
  DeleteObject: { names: [] },
  CreateMultipartUpload: { names: ["uploads", "x-amz-checksum-algorithm", ...ABOUT] },
  UploadPart: { names: ["content-length", "partnumber", "uploadid", ...CHECKSUMS] },
  CompleteMultipartUpload: {
    names: ["uploadid"],
    elements: ["CompleteMultipartUpload", "Part", "PartNumber", "ETag", "ChecksumCRC32"],
  },
  AbortMultipartUpload: { names: ["uploadid"] },
};

/**
 * Headers and parameters that any request may have: its signature and transfer encoding, and what the client says about
 * itself.
 */
export const ANYWHERE: ReadonlySet<string> = new Set([
  ...["x-amz-algorithm", "x-amz-credential", "x-amz-expires", "x-amz-signedheaders", "x-amz-signature"],
  ...["x-amz-date", "x-amz-content-sha256", "x-amz-security-token", "x-amz-user-agent", "x-id"],
  ...["x-amz-decoded-content-length", "x-amz-trailer"],
]);
