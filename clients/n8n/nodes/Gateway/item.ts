import type { IDataObject, IExecuteFunctions } from "n8n-workflow";
import { NodeOperationError } from "n8n-workflow";
import { wireTime } from "../../shared/wire-time.ts";

const PAGE_MAX = 100;

/**
 * The item that a node is processing. Gives access to the node's parameters, with expressions resolved for this item.
 */
export class Item {
  readonly functions: IExecuteFunctions;
  readonly index: number;

  constructor(functions: IExecuteFunctions, index: number) {
    this.functions = functions;
    this.index = index;
  }

  /** Returns a parameter's value. For a field that selects a record, the value is the record's id. */
  value<T>(name: string, fallback?: T): T {
    return this.functions.getNodeParameter(name, this.index, fallback, { extractValue: true }) as T; // its field's type
  }

  /** Returns a text parameter without surrounding spaces. */
  text(name: string): string {
    return String(this.value(name, "") ?? "").trim();
  }

  /** Returns the values chosen in "Options", leaving out empty ones. */
  options(): IDataObject {
    const chosen = this.value<IDataObject>("options", {});
    return Object.fromEntries(
      Object.entries(chosen).filter(([, value]) => value !== "" && value !== undefined && value !== null),
    );
  }

  /** Converts a time to the API's format. A time without an offset is interpreted in the workflow's time zone. */
  time(given: unknown): string {
    return wireTime(given, this.functions.getTimezone());
  }

  /** Splits a field of numbers or ids separated by commas, semicolons or line breaks. Also accepts a list. */
  list(given: unknown): string[] {
    const entries = Array.isArray(given) ? given.map(String) : String(given ?? "").split(/[,;\n]/);
    return entries.map((one) => phoneOrId(one)).filter((one) => one !== "");
  }

  /** Returns the page size for a list: the maximum, or fewer if the user wants fewer. */
  pageSize(): number {
    return this.value("returnAll", false) ? PAGE_MAX : Math.min(PAGE_MAX, Number(this.value("limit", 50)));
  }

  /** Returns a list or object that was entered as JSON text or produced by an expression. */
  json(name: string): unknown {
    const given = this.value<unknown>(name, "");
    if (typeof given !== "string") return given;
    try {
      return JSON.parse(given);
    } catch {
      throw this.wrong(`The field ${name} is not valid JSON. Follow the example in the field.`);
    }
  }

  /** Creates an error about one of this item's parameters. */
  wrong(message: string): NodeOperationError {
    return new NodeOperationError(this.functions.getNode(), message, { itemIndex: this.index });
  }
}

/** Converts a phone number from any common notation to the API's form. An id is returned unchanged. */
export function phoneOrId(given: string): string {
  const text = given.trim();
  const digits = text.replace(/^\+/, "").replace(/[\s().-]/g, "");
  return /^\d+$/.test(digits) ? digits : text;
}
