import type { IDataObject, IExecuteFunctions } from "n8n-workflow";
import { NodeOperationError } from "n8n-workflow";
import { wireTime } from "../../shared/wire-time.ts";

const PAGE_MAX = 100;

/** One item that the node processes: its parameters, with their expressions resolved. */
export class Item {
  readonly functions: IExecuteFunctions;
  readonly index: number;

  constructor(functions: IExecuteFunctions, index: number) {
    this.functions = functions;
    this.index = index;
  }

  /** A parameter's value; for a list or an id, the id itself. */
  value<T>(name: string, fallback?: T): T {
    return this.functions.getNodeParameter(name, this.index, fallback, { extractValue: true }) as T; // its field's type
  }

  /** A text without surrounding spaces. */
  text(name: string): string {
    return String(this.value(name, "") ?? "").trim();
  }

  /** The values chosen in "Options", without empty ones. */
  options(): IDataObject {
    const chosen = this.value<IDataObject>("options", {});
    return Object.fromEntries(
      Object.entries(chosen).filter(([, value]) => value !== "" && value !== undefined && value !== null),
    );
  }

  /** A time in the API's format; without an offset, it is taken to be in the workflow's zone. */
  time(given: unknown): string {
    return wireTime(given, this.functions.getTimezone());
  }

  /** Several numbers or ids in one field, separated by commas, semicolons or line breaks; or a list. */
  list(given: unknown): string[] {
    const entries = Array.isArray(given) ? given.map(String) : String(given ?? "").split(/[,;\n]/);
    return entries.map((one) => phoneOrId(one)).filter((one) => one !== "");
  }

  /** The number of entries per page of a list, at most as many as wanted. */
  pageSize(): number {
    return this.value("returnAll", false) ? PAGE_MAX : Math.min(PAGE_MAX, Number(this.value("limit", 50)));
  }

  /** A list or object given as JSON, by an expression or as text. */
  json(name: string): unknown {
    const given = this.value<unknown>(name, "");
    if (typeof given !== "string") return given;
    try {
      return JSON.parse(given);
    } catch {
      throw this.wrong(`The field ${name} holds no JSON. Give it as in its example.`);
    }
  }

  /** Creates an error about this item's parameters. */
  wrong(message: string): NodeOperationError {
    return new NodeOperationError(this.functions.getNode(), message, { itemIndex: this.index });
  }
}

/** Converts a written phone number to the API's form; an id stays unchanged. */
export function phoneOrId(given: string): string {
  const text = given.trim();
  const digits = text.replace(/^\+/, "").replace(/[\s().-]/g, "");
  return /^\d+$/.test(digits) ? digits : text;
}
