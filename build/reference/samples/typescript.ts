import { camelCase } from "../camel-case.ts";
import { literal, type Notation } from "./literal.ts";
import type { SampledRequest } from "./sampled-request.ts";

const TYPESCRIPT: Notation = {
  list: ["[", "]"],
  record: ["{", "}"],
  name: (name) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}: `,
  text: (text) => JSON.stringify(text),
  yes: "true",
  no: "false",
  nothing: "null",
};

/** Formats a request for the TypeScript SDK, with the API key in the environment variable `API_KEY`. */
export function typescriptSample({ id, base, ids, body, query, key, isList }: SampledRequest): string {
  const args = [
    ...ids.map((one) => JSON.stringify(one)),
    ...(body === undefined ? [] : [literal(body, TYPESCRIPT)]),
    ...(Object.keys(query).length === 0 ? [] : [literal(query, TYPESCRIPT)]),
    ...(key === null ? [] : [`{ idempotencyKey: ${JSON.stringify(key)} }`]),
  ];
  const call = `gateway.${id.split(".").map(camelCase).join(".")}(${args.join(", ")})`;
  return [
    'import { Gateway } from "messaging-gateway-sdk";',
    "",
    `const gateway = new Gateway({ apiKey: process.env.API_KEY, baseUrl: ${JSON.stringify(base)} });`,
    "",
    isList ? `for await (const one of ${call}) console.log(one);` : `console.log(await ${call});`,
  ].join("\n");
}
