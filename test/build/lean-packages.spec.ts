import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../build/bundle.ts";
import { leanEndpoint } from "../../build/lean/aws-clients.ts";
import { limitsApart, withLimitsApart, withoutAnswers, withPureCalls } from "../../build/lean/contract-parts.ts";
import { regionalEndpoint } from "../../build/lean/regional-endpoint.ts";
import { withoutDescriptions } from "../../build/lean/zod-parts.ts";
import { codeOf, files } from "../architecture/sources.ts";

const CLIENTS = ["dynamodb", "eventbridge", "kms", "scheduler", "sesv2", "sqs"];
const packageFile = (client: string, file: string) =>
  join(ROOT, `node_modules/@aws-sdk/client-${client}/dist-es/${file}`);

/** Every region that the SDK lists by name, in all partitions. */
const REGIONS = [
  ...new Set(
    readFileSync(
      join(ROOT, "node_modules/@aws-sdk/core/dist-es/submodules/client/util-endpoints/lib/aws/partitions.js"),
      "utf8",
    ).match(/(?<=")[a-z]{2,4}-[a-z-]+-\d+(?=")/g),
  ),
];
const isClosed = (region: string) => /-iso[a-z]*-/.test(region);

type Resolver = (params: Record<string, unknown>) => { url: URL };

/** Returns the client's own endpoint rules. */
async function rulesOf(client: string): Promise<Resolver> {
  // A client's CommonJS build exposes its rules through a setting that its constructor derives from them.
  const { [clientClass(client)]: Client } = (await import(`@aws-sdk/client-${client}`)) as Record<
    string,
    new (
      config: object,
    ) => { config: { endpointProvider: Resolver } }
  >;
  if (!Client) throw new Error(`There is no client of ${client}.`);
  return new Client({ region: "eu-central-1" }).config.endpointProvider;
}

const clientClass = (client: string) =>
  ({
    dynamodb: "DynamoDBClient",
    eventbridge: "EventBridgeClient",
    kms: "KMSClient",
    scheduler: "SchedulerClient",
    sesv2: "SESv2Client",
    sqs: "SQSClient",
  })[client] ?? "";

/** The service's name as written in the bundle. */
const serviceOf = (client: string) =>
  /regionalEndpoint\("([a-z]+)"\)/.exec(leanEndpoint(packageFile(client, "endpoint/endpointResolver.js"), ROOT))?.[1] ??
  "";

describe("a bundled client's address", () => {
  it.each(CLIENTS)("%s: is that of the client's own rules in every open region", async (client) => {
    const rules = await rulesOf(client);
    const own = regionalEndpoint(serviceOf(client));
    const params = { UseFIPS: false, UseDualStack: false };
    const open = REGIONS.filter((region) => !isClosed(region));
    expect(open.length).toBeGreaterThan(30);
    expect(open.map((Region) => own({ ...params, Region }).url.href)).toEqual(
      open.map((Region) => rules({ ...params, Region }).url.href),
    );
    const Endpoint = "http://127.0.0.1:4566";
    expect(own({ ...params, Region: "eu-central-1", Endpoint }).url.href).toBe(
      rules({ ...params, Region: "eu-central-1", Endpoint }).url.href,
    );
  });

  it.each([
    { Region: "us-isob-east-1" },
    { Region: "local" },
    {},
    { Region: "eu-central-1", UseFIPS: true },
    { Region: "eu-central-1", UseDualStack: true },
    { Region: "eu-central-1", EndpointId: "abc.def" },
    { Region: "eu-central-1", AccountIdEndpointMode: "required" },
  ])("is refused in plain words for what it does not know: %j", (params) => {
    expect(() => regionalEndpoint("sqs")(params)).toThrow(/^This bundle knows/);
  });
});

describe("our schemas in a bundle", () => {
  it("lose what only the OpenAPI document says of them", () => {
    const source = `
      const name = z.string().max(5).meta({ description: "A (short) name: \\"Ana\\"", example: \`a)\` }).nullish();
      // a comment stays a comment
      const size = z.int().describe("Of the file"); const kept = schema.meta()?.example;`;
    expect(withoutDescriptions(source)).toBe(`
      const name = z.string().max(5).nullish();
      // a comment stays a comment
      const size = z.int(); const kept = schema.meta()?.example;`);
  });

  it("lose the answers of routes, and keep what a request needs", () => {
    const source = `
      export const list = route("things.list", {
        summary: "List things, newest first",
        query: z.object({ limit: z.int() }), // a comma, and a }
        responses: { 200: { description: "A page", schema: z.object({ data: z.array(Thing) }), raw: true } },
        errors: ["instance_not_found", ...REFUSALS],
        async handle({ query }) { return check({ errors: query }, { responses: 1 }); },
      });
      export const changes = KINDS.map((kind) => route(\`things.\${kind}\`, { summary, params, responses, errors, handle }));`;
    expect(withoutAnswers(source).replace(/\n\s*/g, "\n")).toBe(
      `
      export const list = route("things.list", {
        query: z.object({ limit: z.int() }),
        async handle({ query }) { return check({ errors: query }, { responses: 1 }); },
      });
      export const changes = KINDS.map((kind) => route(\`things.\${kind}\`, { params, handle }));`.replace(
        /\n\s*/g,
        "\n",
      ),
    );
  });

  it("are dropped if nothing uses them", () => {
    const source = "export const A = z.object({ id: givenId(), at: z.iso.datetime({}) }).nullable();";
    expect(withPureCalls(source).replaceAll("/* @__PURE__ */ ", "¤")).toBe(
      "export const A = ¤z.object({ id: ¤givenId(), at: ¤z.iso.datetime({}) }).nullable();",
    );
  });

  it("are dropped if nothing uses them, even if they spread another schema's fields", () => {
    const source = `export const B = z
      .object({ ...A.shape, of: z.string() })
      .refine((one) => { return one; });
      export const C = z.string();`;
    expect(withPureCalls(source).replaceAll("/* @__PURE__ */ ", "¤")).toBe(`export const B = ¤(() => z
      .object({ ...A.shape, of: ¤z.string() })
      .refine((one) => { return one; }))();
      export const C = ¤z.string();`);
  });

  it("lose every limit that they don't use", () => {
    const limits = `
      /** All limits. */
      export const LIMITS = {
        apiRequestsPerMinute: 600,
        /** Of files, by kind. */
        sentFileMaxBytes: { image: 16 * 1024, audio: 16 },
      } as const;`;
    expect(limitsApart(limits).replace(/\n\s*/g, " ")).toBe(
      "export const apiRequestsPerMinute = 600; /** Of files, by kind. */ export const sentFileMaxBytes = { image: 16 * 1024, audio: 16 };",
    );
    expect(withLimitsApart('import { LIMITS } from "./limits.ts";')).toBe('import * as LIMITS from "./limits.ts";');
  });

  it("take limits from the list one by one, because a function that takes the list carries all of it", () => {
    const own = files.filter(({ path }) => /^(core|functions)\//.test(path) && path !== "core/contracts/limits.ts");
    const code = (text: string) => codeOf(text).replaceAll(/import \{ LIMITS \} from|\bLIMITS\.\w/g, "");
    expect(own.filter(({ text }) => /\bLIMITS\b/.test(code(text))).map(({ path }) => path)).toEqual([]);
  });

  it("make nothing of Intl when they are loaded, because a process's first one takes several milliseconds", () => {
    const own = files.filter(({ path }) => /^(core|functions)\//.test(path));
    const early = own.filter(({ text }) => /^(?:export )?const [^=]*= (?:\[|\{)?\s*new Intl\./m.test(codeOf(text)));
    expect(early.map(({ path }) => path)).toEqual([]);
  });

  it("lose nothing else: no file of ours has the words in a place where they are no call", () => {
    const files = readdirSync(join(ROOT, "core/contracts")).filter((file) => file.endsWith(".ts"));
    for (const file of files) {
      const lean = withoutDescriptions(readFileSync(join(ROOT, "core/contracts", file), "utf8"));
      expect(lean).not.toMatch(/\.(meta|describe)\((?!\))/);
    }
  });
});
