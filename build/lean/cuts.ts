import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { leanEndpoint, leanErrors, leanSchemas } from "./aws-clients.ts";
import { type Cut, neverCalled, replaced, rewritten } from "./cut.ts";
import { leanZodSchemas, withoutDescriptions } from "./zod-parts.ts";

const WHERE = "see build/lean/cuts.ts.";

/** Modules of the AWS SDK's core. */
const CORE = "\\/@smithy\\/core\\/dist-es\\/submodules";
const CLIENT = "\\/@aws-sdk\\/client-[a-z0-9-]+";

/**
 * Every cut, by what it brings. Gains were measured by `node test/bench/bundle-cuts.ts`. The small ones at the end bring 16 KB
 * together, without which the largest bundle would be over its limit; what brings less than a kilobyte does not belong
 * here. Decisions: 0028.
 */
export const CUTS: readonly Cut[] = [
  {
    // The chain for profiles, single sign-on and containers. A function's credentials are in its environment. Never for
    // the session service: a container's credentials come otherwise.
    name: "credentials",
    gainKb: 138.4,
    setup: (build, root) =>
      build.onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, () => ({
        path: join(root, "build/environment-credentials.ts"),
      })),
  },
  {
    // Tables of what AWS clients send and get, of operations and errors that no function asks for.
    name: "aws-tables",
    gainKb: 50.4,
    setup(build, root) {
      rewritten(new RegExp(`${CLIENT}\\/dist-es\\/models\\/errors\\.js$`), leanErrors)(build, root);
      rewritten(new RegExp(`${CLIENT}\\/dist-es\\/schemas\\/schemas_0\\.js$`), leanSchemas)(build, root);
    },
  },
  {
    // The kinds of values that no schema of ours has.
    name: "zod-kinds",
    gainKb: 22.5,
    setup: rewritten(/\/zod\/v4\/classic\/schemas\.js$/, leanZodSchemas),
  },
  {
    // Rules by which a client finds its address in any region and partition.
    name: "endpoint-rules",
    gainKb: 20.8,
    setup: rewritten(new RegExp(`${CLIENT}\\/dist-es\\/endpoint\\/endpointResolver\\.js$`), leanEndpoint),
  },
  {
    // Loaded only by commands that stream; none of ours does.
    name: "event-streams",
    gainKb: 18.8,
    setup: replaced(
      /^@smithy\/core\/event-streams$/,
      `throw new Error("This bundle can't stream events from AWS; ${WHERE}");`,
    ),
  },
  {
    // The same package, written for today's JavaScript instead of that of 2009.
    name: "phone-numbers",
    gainKb: 17.6,
    setup: (build) =>
      build.onResolve({ filter: /^\.\.\/es6\// }, ({ path, resolveDir }) =>
        resolveDir.endsWith("/libphonenumber-js/core")
          ? { path: join(resolveDir, path.replace("/es6/", "/es6-modern/")), sideEffects: false }
          : undefined,
      ),
  },
  {
    // Only the OpenAPI document is made from that, ahead of time.
    name: "json-schema",
    gainKb: 17.2,
    setup: neverCalled(
      /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/,
      `This bundle can't write schemas as JSON Schema; ${WHERE}`,
    ),
  },
  {
    // Texts that say many things many times: packed, the OpenAPI document is a tenth, the plans of numbers a third.
    name: "packed-json",
    gainKb: 300.7,
    of: "api-openapi",
    setup: rewritten(/\/(docs\/openapi|core\/domain\/messages\/phone-plans)\.json$/, packedJson),
  },
  {
    // Each AWS client carries its package.json for one line of it: the version it names to AWS.
    name: "package-json",
    gainKb: 8.4,
    setup: (build) =>
      build.onLoad({ filter: new RegExp(`${CLIENT}\\/package\\.json$`) }, ({ path }) => {
        const { name, version } = JSON.parse(readFileSync(path, "utf8"));
        return { contents: JSON.stringify({ name, version }), loader: "json" };
      }),
  },
  {
    // Where a table lives is known; the client would ask AWS for it only if a setting told it to.
    name: "endpoint-cache",
    gainKb: 7.7,
    setup: replaced(/^@aws-sdk\/endpoint-cache$/, "export class EndpointCache {}"),
  },
  {
    // What only the OpenAPI document says of our schemas.
    name: "descriptions",
    gainKb: 5.6,
    setup: (build) =>
      build.onLoad({ filter: /\/(core\/contracts|functions\/api)\/.*\.ts$/ }, ({ path }) => ({
        contents: withoutDescriptions(readFileSync(path, "utf8")),
        loader: "ts",
      })),
  },
  {
    // Modules that do nothing when they are loaded, as far as esbuild could not know it: nearly all, and all of ours. One
    // whose exports nobody uses goes, with what it imports.
    name: "idle-modules",
    gainKb: 7.7,
    setup: (build) =>
      build.onResolve({ filter: /./ }, async ({ path, kind, pluginData, ...from }) => {
        if (kind === "entry-point" || pluginData === AGAIN) return undefined;
        const found = await build.resolve(path, { ...from, kind, pluginData: AGAIN });
        return found.errors.length > 0
          ? undefined
          : { path: found.path, external: found.external, namespace: found.namespace, sideEffects: false };
      }),
  },
  {
    // For a Node without OpenSSL.
    name: "own-hashes",
    gainKb: 4.6,
    setup: replaced(
      /^\.\/(Sha256Js|Md5Js)$/,
      `class Missing { constructor() { throw new Error("This bundle hashes with Node alone; ${WHERE}"); } }
       export { Missing as Sha256Js, Missing as Md5Js };`,
    ),
  },
  {
    // Plug-ins of a client, by the setting "extensions"; without any, the settings come out as they went in.
    name: "extensions",
    gainKb: 3.5,
    setup: rewritten(
      new RegExp(`${CLIENT}\\/dist-es\\/runtimeExtensions\\.js$`),
      () => `export function resolveRuntimeExtensions(config, extensions) {
        if (extensions.length > 0) throw new Error("This bundle's AWS clients take no extensions; ${WHERE}");
        return config;
      }`,
    ),
  },
  {
    // AWS_RETRY_MODE=adaptive; we tune retries by number and pause.
    name: "adaptive-retries",
    gainKb: 3.3,
    setup: neverCalled(
      new RegExp(`${CORE}\\/retry\\/util-retry\\/AdaptiveRetryStrategy\\.js$`),
      `This bundle retries in standard mode only, not as AWS_RETRY_MODE says; ${WHERE}`,
    ),
  },
  {
    // For answers that are files, and for streams of browsers.
    name: "streamed-answers",
    gainKb: 3.0,
    setup: neverCalled(
      new RegExp(`${CORE}\\/serde\\/util-stream\\/(sdk-stream-mixin|stream-collector\\.browser)\\.js$`),
      `This bundle reads AWS's answers as a whole, never as a stream; ${WHERE}`,
    ),
  },
  {
    // Numbers are checked, never shown in a country's own way.
    name: "number-formats",
    gainKb: 2.4,
    setup: neverCalled(
      /\/libphonenumber-js\/es6-modern\/format\.js$/,
      `This bundle checks phone numbers and can't write them in another form; ${WHERE}`,
    ),
  },
  {
    // A function has no ~/.aws: settings are variables. Whoever says otherwise is told, and does not go on without them.
    name: "settings-files",
    gainKb: 2.4,
    setup: rewritten(
      new RegExp(`${CORE}\\/config\\/node-config-provider\\/fromSharedConfigFiles\\.js$`),
      () => `export const fromSharedConfigFiles = () => async () => {
        const { AWS_PROFILE, AWS_CONFIG_FILE, AWS_SHARED_CREDENTIALS_FILE } = process.env;
        const isAsked = Boolean(AWS_PROFILE || AWS_CONFIG_FILE || AWS_SHARED_CREDENTIALS_FILE);
        const sentence = "This bundle reads AWS settings from variables, never from files or profiles; ${WHERE}";
        throw Object.assign(new Error(sentence), { tryNextLink: !isAsked });
      };`,
    ),
  },
  {
    // Asking the machine for its region, which a function's is not there to answer.
    name: "region-of-machine",
    gainKb: 1.3,
    setup: neverCalled(
      new RegExp(`${CORE}\\/config\\/config-resolver\\/regionConfig\\/getInstanceMetadataRegion\\.js$`),
      "AWS_REGION is not set. This bundle is made for Lambda, which sets it; set it to run it elsewhere.",
    ),
  },
  {
    // Time, not bytes: an import of one of Node's own modules reads everything it has, once; node:tls decodes all root
    // certificates for that, 15 ms of processor time. Asked for as an object, it reads what is used.
    name: "node-modules",
    gainKb: -0.6,
    setup(build) {
      build.onResolve({ filter: /^[a-z_:/]+$/ }, ({ path }) =>
        isBuiltin(path) ? { path: path.replace(/^(node:)?/, "node:"), namespace: "node-module" } : undefined,
      );
      build.onLoad({ filter: /./, namespace: "node-module" }, ({ path }) => ({
        contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
      }));
    },
  },
];

const AGAIN = Symbol("resolved by the other plug-ins and esbuild");

/** A module that exports by default what a JSON file holds, unpacked when it is loaded. */
function packedJson(path: string): string {
  const packed = gzipSync(JSON.stringify(JSON.parse(readFileSync(path, "utf8"))), { level: 9 }).toString("base64");
  return `import { gunzipSync } from "node:zlib";
    export default JSON.parse(gunzipSync(Buffer.from("${packed}", "base64")).toString("utf8"));`;
}
