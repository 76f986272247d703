import type { INodeProperties } from "n8n-workflow";

/** The field for choosing an instance. */
export const INSTANCE: INodeProperties = {
  displayName: "Instance",
  name: "instance",
  type: "resourceLocator",
  default: { mode: "list", value: "" },
  required: true,
  description: "The linked number",
  modes: [
    {
      displayName: "From List",
      name: "list",
      type: "list",
      placeholder: "Choose an instance",
      typeOptions: { searchListMethod: "searchInstances", searchable: true },
    },
    {
      displayName: "By ID",
      name: "id",
      type: "string",
      placeholder: "inst_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
      validation: [
        {
          type: "regex",
          properties: {
            regex: "^inst_[0-9A-HJKMNP-TV-Z]{26}$",
            errorMessage: "An instance ID is inst_ followed by 26 letters and digits",
          },
        },
      ],
    },
  ],
};
