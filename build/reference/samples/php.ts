import { literal, type Notation } from "./literal.ts";
import { addressOf, type SampledRequest } from "./sampled-request.ts";

const text = (of: string): string => `'${of.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

const PHP: Notation = {
  list: ["[", "]"],
  record: ["[", "]"],
  emptyRecord: "new stdClass()",
  name: (name) => `${text(name)} => `,
  text,
  yes: "true",
  no: "false",
  nothing: "null",
};

/** Formats a request as plain PHP, with the API key in the environment variable `API_KEY`. */
export function phpSample(request: SampledRequest): string {
  const { method, isSigned, key, body, hasAnswer } = request;
  const headers = [
    ...(isSigned ? ["'Authorization: Bearer ' . getenv('API_KEY'),"] : []),
    ...(key === null ? [] : [`${text(`Idempotency-Key: ${key}`)},`]),
    ...(body === undefined ? [] : ["'Content-Type: application/json',"]),
  ];
  return [
    "<?php",
    "$context = stream_context_create(['http' => [",
    `    'method' => ${text(method)},`,
    ...(headers.length === 0 ? [] : ["    'header' => [", ...headers.map((line) => `        ${line}`), "    ],"]),
    ...(body === undefined ? [] : [`    'content' => json_encode(${literal(body, PHP, "    ")}),`]),
    "]]);",
    `$answer = file_get_contents(${text(addressOf(request))}, false, $context);`,
    hasAnswer ? "print_r(json_decode($answer, true));" : "echo $http_response_header[0];",
  ].join("\n");
}
