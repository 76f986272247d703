import type { IDataObject, IExecuteFunctions } from "n8n-workflow";
import { NodeOperationError } from "n8n-workflow";
import { wireTime } from "../../shared/wire-time.ts";

const PAGE_MAX = 100;

/** One item that the node works on: its parameters, with their expressions resolved. */
export class Item {
  readonly functions: IExecuteFunctions;
  readonly index: number;

  constructor(functions: IExecuteFunctions, index: number) {
    this.functions = functions;
    this.index = index;
  }

  /** A parameter's value; of a list or an id the id itself. */
  value<T>(name: string, fallback?: T): T {
    return this.functions.getNodeParameter(name, this.index, fallback, { extractValue: true }) as T; // its field's type
  }

  /** A text without spaces around it. */
  text(name: string): string {
    return String(this.value(name, "") ?? "").trim();
  }

  /** The values that were chosen in "Options"; what is empty is left out. */
  options(): IDataObject {
    const chosen = this.value<IDataObject>("options", {});
    return Object.fromEntries(
      Object.entries(chosen).filter(([, value]) => value !== "" && value !== undefined && value !== null),
    );
  }

  /** A time of the API, meant in the workflow's zone when it has no offset. */
  time(given: unknown): string {
    return wireTime(given, this.functions.getTimezone());
  }

  /** Several numbers or ids in one field, separated by commas, spaces or lines; or a list. */
  list(given: unknown): string[] {
    const entries = Array.isArray(given) ? given.map(String) : String(given ?? "").split(/[,;\n]/);
    return entries.map((one) => phoneOrId(one)).filter((one) => one !== "");
  }

  /** Entries of one page of a list: at most as many as wanted. */
  pageSize(): number {
    return this.value("returnAll", false) ? PAGE_MAX : Math.min(PAGE_MAX, Number(this.value("limit", 50)));
  }

  /** A list or object that was given as JSON, by an expression or as text. */
  json(name: string): unknown {
    const given = this.value<unknown>(name, "");
    if (typeof given !== "string") return given;
    try {
      return JSON.parse(given);
    } catch {
      throw this.wrong(`The field ${name} holds no JSON. Give it as in its example.`);
    }
  }

  /** An error of this item's parameters. */
  wrong(message: string): NodeOperationError {
    return new NodeOperationError(this.functions.getNode(), message, { itemIndex: this.index });
  }
}

/** A phone as people write it, in the API's form; an id is unchanged. */
export function phoneOrId(given: string): string {
  const text = given.trim();
  const digits = text.replace(/^\+/, "").replace(/[\s().-]/g, "");
  return /^\d+$/.test(digits) ? digits : text;
}
