/**
 * The shape of a call's response:
 * - `record`: `data` is an object with an id; `record?`: the same, or no content
 * - `object`, `array`: the type of `data`
 * - `links`, `after`: a page of a list, named after the field that leads to the next page
 * - `whole`: the body is the API description itself
 * - `none`: no content; `url`: a redirect to a file
 */
export type AnswerShape = "record" | "record?" | "object" | "array" | "links" | "after" | "whole" | "none" | "url";

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isRecord = ({ data }: Fields) =>
  isObject(data) && (typeof data.id === "number" || (isText(data.id) && data.id !== ""));
const isText = (value: unknown): value is string => typeof value === "string";
const isList = ({ data }: Fields) => Array.isArray(data);

const CHECKS: Record<AnswerShape, (body: Fields) => boolean> = {
  record: isRecord,
  "record?": isRecord,
  object: ({ data }) => isObject(data),
  array: isList,
  links: (body) => isList(body) && isObject(body.links) && isTextOrNull(body.links.next),
  after: (body) => isList(body) && typeof body.has_more === "boolean" && isTextOrNull(body.next_after),
  whole: (body) => isText(body.openapi),
  none: () => false,
  url: () => false,
};

const isTextOrNull = (value: unknown) => value === null || isText(value);

/**
 * Whether a 2xx body has the shape that the call expects. If not, the response isn't from the gateway: a proxy, a login
 * page or a wrong address can also return 200.
 * @param json the parsed JSON body, null if it isn't JSON, or undefined if the response has no content (204).
 */
export function isAnswer(shape: AnswerShape, json: unknown): boolean {
  if (json === undefined) return shape === "none" || shape === "record?";
  return isObject(json) && CHECKS[shape](json);
}
