const WHERE = "see build/lean/never-taken.ts.";

/** Modules of the SDK that are there for other uses than ours. */
const CORE = "\\/@smithy\\/core\\/dist-es\\/submodules";

/** Modules that are there for other uses of a package than ours, by the name they are imported with, and what stands in. */
export const NEVER_IMPORTED: readonly { filter: RegExp; contents: string }[] = [
  {
    // Loaded only by commands that stream; none of ours does.
    filter: /^@smithy\/core\/event-streams$/,
    contents: `throw new Error("This bundle can't stream events from AWS; ${WHERE}");`,
  },
  {
    // For a Node without OpenSSL.
    filter: /^\.\/(Sha256Js|Md5Js)$/,
    contents: `class Missing { constructor() { throw new Error("This bundle hashes with Node alone; ${WHERE}"); } }
      export { Missing as Sha256Js, Missing as Md5Js };`,
  },
  {
    // A signature that holds in several regions needs a library of C code, which nobody has here.
    filter: /^@aws-sdk\/signature-v4-multi-region$/,
    contents: `export { SignatureV4 as SignatureV4MultiRegion } from "@smithy/signature-v4";`,
  },
  {
    // Where a table lives is known; the client would ask AWS for it only if a setting told it to.
    filter: /^@aws-sdk\/endpoint-cache$/,
    contents: "export class EndpointCache {}",
  },
];

/** The same by file; the names stay, and each throws its sentence when it is called. */
export const NEVER_CALLED: readonly { filter: RegExp; sentence: string }[] = [
  {
    // Only the OpenAPI document is made from that, ahead of time.
    filter: /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/,
    sentence: `This bundle can't write schemas as JSON Schema; ${WHERE}`,
  },
  {
    filter: new RegExp(`${CORE}\\/config\\/config-resolver\\/regionConfig\\/getInstanceMetadataRegion\\.js$`),
    sentence: "AWS_REGION is not set. This bundle is made for Lambda, which sets it; set it to run it elsewhere.",
  },
  {
    // AWS_RETRY_MODE=adaptive; we tune retries by number and pause.
    filter: new RegExp(`${CORE}\\/retry\\/util-retry\\/AdaptiveRetryStrategy\\.js$`),
    sentence: `This bundle retries in standard mode only, not as AWS_RETRY_MODE says; ${WHERE}`,
  },
  {
    // For answers that are files, and for streams of browsers.
    filter: new RegExp(`${CORE}\\/serde\\/util-stream\\/(sdk-stream-mixin|stream-collector\\.browser)\\.js$`),
    sentence: `This bundle reads AWS's answers as a whole, never as a stream; ${WHERE}`,
  },
  {
    filter: new RegExp(`${CORE}\\/endpoints\\/middleware-endpoint\\/service-customizations\\/s3\\.js$`),
    sentence: `This bundle talks to S3 without its client; ${WHERE}`,
  },
  {
    // Numbers are checked, never shown in a country's own way.
    filter: /\/libphonenumber-js\/es6-modern\/format\.js$/,
    sentence: `This bundle checks phone numbers and can't write them in another form; ${WHERE}`,
  },
];

/** Files that stand in for a package's own. */
export const REPLACED: readonly { filter: RegExp; contents: string }[] = [
  {
    // A function has no ~/.aws: settings are variables. Whoever says otherwise is told, and does not go on without them.
    filter: new RegExp(`${CORE}\\/config\\/node-config-provider\\/fromSharedConfigFiles\\.js$`),
    contents: `export const fromSharedConfigFiles = () => async () => {
      const { AWS_PROFILE, AWS_CONFIG_FILE, AWS_SHARED_CREDENTIALS_FILE } = process.env;
      const isAsked = Boolean(AWS_PROFILE || AWS_CONFIG_FILE || AWS_SHARED_CREDENTIALS_FILE);
      const sentence = "This bundle reads AWS settings from variables, never from files or profiles; ${WHERE}";
      throw Object.assign(new Error(sentence), { tryNextLink: !isAsked });
    };`,
  },
  {
    // Where a region's services are is in build/lean/regional-endpoint.ts.
    filter: /\/@aws-sdk\/core\/dist-es\/submodules\/client\/util-endpoints\/aws\.js$/,
    contents: "export const awsEndpointFunctions = {};",
  },
  {
    // Plug-ins of a client, by the setting "extensions"; without any, the settings come out as they went in.
    filter: /\/@aws-sdk\/client-[a-z0-9-]+\/dist-es\/runtimeExtensions\.js$/,
    contents: `export function resolveRuntimeExtensions(config, extensions) {
      if (extensions.length > 0) throw new Error("This bundle's AWS clients take no extensions; ${WHERE}");
      return config;
    }`,
  },
  {
    // All pages of a scan or a query: we read page by page, and never scan.
    filter: /\/@aws-sdk\/lib-dynamodb\/dist-es\/pagination\/index\.js$/,
    contents: "export {};",
  },
];
