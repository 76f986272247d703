import { literal, type Notation } from "./literal.ts";
import { addressOf, type SampledRequest } from "./sampled-request.ts";

const PYTHON: Notation = {
  list: ["[", "]"],
  record: ["{", "}"],
  name: (name) => `${JSON.stringify(name)}: `,
  text: (text) => JSON.stringify(text),
  yes: "True",
  no: "False",
  nothing: "None",
};

/** Formats a request for Python's standard library, with the API key in the environment variable `API_KEY`. */
export function pythonSample(request: SampledRequest): string {
  const { method, isSigned, key, body, hasAnswer } = request;
  const headers = [
    ...(isSigned ? [`"Authorization": "Bearer " + os.environ["API_KEY"],`] : []),
    ...(key === null ? [] : [`"Idempotency-Key": ${JSON.stringify(key)},`]),
    ...(body === undefined ? [] : ['"Content-Type": "application/json",']),
  ];
  return [
    "import json",
    "import os",
    "import urllib.request",
    "",
    "request = urllib.request.Request(",
    `    ${JSON.stringify(addressOf(request))},`,
    `    method=${JSON.stringify(method)},`,
    ...(headers.length === 0 ? [] : ["    headers={", ...headers.map((line) => `        ${line}`), "    },"]),
    ...(body === undefined ? [] : [`    data=json.dumps(${literal(body, PYTHON, "    ")}).encode(),`]),
    ")",
    "with urllib.request.urlopen(request) as answer:",
    `    print(${hasAnswer ? "json.load(answer)" : "answer.status"})`,
  ].join("\n");
}
