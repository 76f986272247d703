/**
 * Rights that no test uses, and why roles have them anyway. Each entry applies to all roles, or to the role named
 * before the right. Decision: docs/decisions/0168.
 */
export const KEPT_RIGHTS: Readonly<Record<string, string>> = {
  "sqs:ChangeMessageVisibility": "the construct library gives it with the right to consume a queue",
  "sqs:GetQueueUrl": "the construct library gives it with the rights to consume and to send",
  "forward-to-bus sqs:GetQueueAttributes": "the construct library gives it with the right to send",
  "forward-to-bus sqs:SendMessage": "Lambda itself puts what the function gives up into its dead-letter queue",
  "follow-streams sqs:GetQueueAttributes": "the construct library gives it with the right to send",
  "follow-streams sqs:SendMessage": "Lambda itself puts what the function gives up into its dead-letter queue",
  "api-files s3:ListBucket":
    "with it S3 says of a missing file that it is missing, and without it that nobody may read",
  "api-answers s3:DeleteObject": "a menu's file is removed 30 days after the menu has lost it",
  "panel-automations s3:DeleteObject": "the same",
  "api-broadcasts kms:Decrypt of file_links":
    "messages of a broadcast show their file: no test sends one with a file on a gateway",
  "api-broadcasts kms:GenerateDataKey of file_links": "the same, when it is the first link of all",
  "panel-api kms:GenerateDataKey of proxy_*":
    "the panel's form sets a number's proxy by the API's own route: the deployed test sets one with a key",
  "panel-api kms:Decrypt of proxy_*": "the same",
  "panel-session kms:GenerateDataKey of deployment":
    "the first sign-in of a deployment makes its secret: rights.spec does it, a gateway's own start makes it before",
  "session-service s3:ListBucket": "the same, of files that it sends",
  "work-chat-lane s3:ListBucket": "the same, of files that an agent reads",
  "session-service s3:AbortMultipartUpload":
    "takes back an upload in parts that failed: no test breaks one off on a gateway",
};
