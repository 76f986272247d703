import type { IDataObject, INodeProperties } from "n8n-workflow";
import type { Item } from "../item.ts";

/** The maximum size, in bytes, of a file sent within a request. The API accepts 4 MiB as base64. Spec: Media object. */
export const FILE_MAX_BYTES = 4 * 1024 * 1024;

/** The fields for a file. */
export const FILE_FIELDS: INodeProperties[] = [
  {
    displayName: "File From",
    name: "fileSource",
    type: "options",
    options: [
      { name: "Binary Data", value: "binary", description: "A file from the item, up to 4 MB" },
      { name: "URL", value: "url", description: "A public address that the gateway downloads the file from" },
    ],
    default: "binary",
  },
  {
    displayName: "Input Binary Field",
    name: "binaryField",
    type: "string",
    default: "data",
    required: true,
    displayOptions: { show: { fileSource: ["binary"] } },
    hint: "The name of the item's field that contains the file",
  },
  {
    displayName: "File URL",
    name: "fileUrl",
    type: "string",
    default: "",
    required: true,
    displayOptions: { show: { fileSource: ["url"] } },
    placeholder: "https://files.example.com/invoice.pdf",
  },
  {
    displayName: "Media Type",
    name: "mimetype",
    type: "string",
    default: "application/pdf",
    required: true,
    displayOptions: { show: { fileSource: ["url"] } },
    description:
      "The media type, such as image/jpeg, audio/ogg or application/pdf. It determines how the file is displayed",
  },
  { displayName: "Caption", name: "caption", type: "string", typeOptions: { rows: 2 }, default: "" },
];

/** Returns the request's `media` and, if there is a caption, `text`. */
export async function fileContent(item: Item): Promise<IDataObject> {
  const { fileName, voice, mediaType } = item.options();
  const caption = item.text("caption");
  const media = item.value("fileSource") === "url" ? fileByUrl(item) : await fileOfItem(item);
  return {
    media: {
      ...media,
      ...(mediaType !== undefined && { mimetype: mediaType }),
      ...(fileName !== undefined && { filename: fileName }),
      ...(voice === true && { voice: true }),
    },
    ...(caption !== "" && { text: caption }),
  };
}

const fileByUrl = (item: Item): IDataObject => ({ url: item.text("fileUrl"), mimetype: item.text("mimetype") });

async function fileOfItem(item: Item): Promise<IDataObject> {
  const field = item.text("binaryField");
  const { helpers } = item.functions;
  const { mimeType, fileName } = helpers.assertBinaryData(item.index, field);
  const bytes = await helpers.getBinaryDataBuffer(item.index, field);
  if (bytes.byteLength > FILE_MAX_BYTES) {
    throw item.wrong(
      `The file has ${(bytes.byteLength / 1024 / 1024).toFixed(1)} MB. Up to 4 MB can be sent from binary data. Upload the file to a public address and choose File From: URL.`,
    );
  }
  return { data: bytes.toString("base64"), mimetype: mimeType, ...(fileName && { filename: fileName }) };
}

/** The fields for a location. */
export const LOCATION_FIELDS: INodeProperties[] = [
  {
    displayName: "Latitude",
    name: "latitude",
    type: "number",
    typeOptions: { numberPrecision: 6, minValue: -90, maxValue: 90 },
    default: 0,
    required: true,
  },
  {
    displayName: "Longitude",
    name: "longitude",
    type: "number",
    typeOptions: { numberPrecision: 6, minValue: -180, maxValue: 180 },
    default: 0,
    required: true,
  },
  { displayName: "Title", name: "title", type: "string", default: "" },
  { displayName: "Address", name: "address", type: "string", default: "" },
];

/** Returns the request's `location`. */
export function locationContent(item: Item): IDataObject {
  const title = item.text("title");
  const address = item.text("address");
  const place = { latitude: Number(item.value("latitude")), longitude: Number(item.value("longitude")) };
  return { location: { ...place, ...(title && { title }), ...(address && { address }) } };
}

/** The fields for a poll. */
export const POLL_FIELDS: INodeProperties[] = [
  { displayName: "Question", name: "question", type: "string", default: "", required: true },
  {
    displayName: "Choices",
    name: "choices",
    type: "string",
    typeOptions: { multipleValues: true, multipleValueButtonText: "Add Choice" },
    default: [],
    required: true,
    description: "2 to 12 different texts",
  },
  {
    displayName: "Several Answers",
    name: "multipleAnswers",
    type: "boolean",
    default: false,
    description: "Whether one person can choose several options",
  },
];

/** Returns the request's `poll`. */
export function pollContent(item: Item): IDataObject {
  const given = item.value<string[] | string>("choices", []);
  const choices = Array.isArray(given) ? given.map(String) : String(given).split("\n");
  const options = choices.map((one) => one.trim()).filter((one) => one !== "");
  return { poll: { name: item.text("question"), options, multiple_answers: item.value("multipleAnswers", false) } };
}
