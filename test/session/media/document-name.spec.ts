import { describe, expect, it } from "vitest";
import { documentName } from "../../../session-service/media/document-name.ts";

describe("a document's name", () => {
  it.each([
    ["offer.pdf", "application/pdf", "offer.pdf"],
    ["offer", "application/pdf", "offer.pdf"],
    ["Nr. 5 Angebot", "application/pdf", "Nr. 5 Angebot.pdf"],
    ["people", "text/csv; charset=utf-8", "people.csv"],
    [null, "application/pdf", "document.pdf"],
    [null, "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "document.docx"],
    [null, "application/octet-stream", "document"],
    ["data.v2", "application/octet-stream", "data.v2"],
    [null, "application/x-unheard-of", "document"],
    [null, "no type", "document"],
  ])("%j of type %s is %j", (name, mimetype, expected) => expect(documentName(name, mimetype)).toBe(expected));
});
