import type { IAuthenticateGeneric, ICredentialTestRequest, ICredentialType, INodeProperties } from "n8n-workflow";

/** The gateway's address and the API key that the nodes use. Spec: Authentication. */
export class MessagingGatewayApi implements ICredentialType {
  name = "messagingGatewayApi";

  displayName = "Messaging Gateway API";

  icon = { light: "file:../icons/gateway.svg", dark: "file:../icons/gateway.dark.svg" } as const;

  documentationUrl = "https://github.com/messaging-gateway/messaging-gateway/tree/main/clients/n8n#credentials";

  properties: INodeProperties[] = [
    {
      displayName: "Base URL",
      name: "baseUrl",
      type: "string",
      default: "",
      required: true,
      placeholder: "https://gateway.example.com",
      description: "Your gateway's address, without /v1",
    },
    {
      displayName: "API Key",
      name: "apiKey",
      type: "string",
      typeOptions: { password: true },
      default: "",
      required: true,
      description:
        'Create a key in the panel under Developers, API Keys. "Read only" is enough for reading and polling. Messages and OTPs need "Read and send". Groups, broadcasts, linking a number and Messaging Gateway Trigger need "Everything" (full access), and for the trigger the key must be for all numbers.',
    },
    {
      displayName: "Signing Secret",
      name: "signingSecret",
      type: "string",
      typeOptions: { password: true },
      default: "",
      placeholder: "whsec_…",
      description:
        "Only needed if Messaging Gateway Trigger asks for it: the signing secret (whsec_…) of the instance's own webhook. If you leave this empty, the trigger creates a secret itself.",
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: "generic",
    properties: { headers: { Authorization: "=Bearer {{$credentials.apiKey}}" } },
  };

  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{$credentials.baseUrl.trim().replace(/\\/+$/, "").replace(/\\/v1$/, "")}}',
      url: "/v1/instances?page=1",
    },
  };
}
