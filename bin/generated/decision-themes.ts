/** The records that a new maintainer should read, in reading order, and why. */
export const FIRST_TO_READ: readonly { number: number; why: string }[] = [
  { number: 56, why: "which folder a file belongs in." },
  { number: 2, why: "why everything is based on one table and on conditions." },
  { number: 12, why: "how waiting work is processed, and what the model tests made us add." },
  { number: 13, why: "which task owns a number's session, and what state a crash leaves behind." },
  { number: 18, why: "the life of a message, from acceptance to its last status." },
  { number: 21, why: "how we keep a number from being banned." },
  { number: 17, why: "how events reach a customer's address." },
  { number: 14, why: "the API's choices that the interface leaves open." },
  { number: 6, why: "why one machine runs the same code as a deployment." },
  { number: 15, why: "the stacks, and the resources that are never replaced." },
];

/** The themes of the decision records. Every record belongs to exactly one theme. Add new records to this table. */
export const THEMES: Readonly<Record<string, readonly number[]>> = {
  "How the code is built and tested": [1, 5, 9, 56, 127, 148, 172, 173, 174, 175, 176, 177, 182, 225, 237, 252],
  "What is stored": [2, 31, 35, 41, 55, 109, 115, 120, 144, 183, 233, 235, 244],
  "Lanes: everything that waits": [4, 12, 29, 32, 42, 57, 117, 118, 136, 138, 189],
  "Sessions and the fleet": [
    13, 23, 24, 27, 36, 61, 65, 116, 128, 129, 130, 131, 134, 170, 231, 234, 243, 247, 248, 249,
  ],
  "Messages and number protection": [7, 18, 21, 33, 132, 133, 179, 181, 187, 188, 192, 204, 205, 209, 210],
  "People, chats, contacts and labels": [
    3, 73, 74, 75, 76, 77, 78, 79, 80, 155, 156, 160, 164, 165, 166, 216, 217, 221, 229, 232, 246,
  ],
  "Groups, channels and statuses": [81, 82, 83, 84, 85, 86, 167],
  OTPs: [88, 89, 90, 91],
  Broadcasts: [92, 93, 94, 95, 96, 97, 139, 141],
  "Automatic answers": [100, 101, 102, 103, 104, 105, 106, 107, 140],
  "The API and its files": [8, 11, 14, 19, 37, 45, 110, 145, 180, 241],
  "Events and webhooks": [17, 25, 26, 60, 126, 137, 230, 236, 245],
  "The panel": [
    108, 111, 112, 113, 114, 142, 143, 184, 185, 195, 197, 215, 218, 219, 220, 222, 223, 227, 228, 238, 242, 250,
  ],
  Clients: [121, 122, 123, 124, 146],
  "What it costs, and how fast it is": [10, 22, 28, 125, 178, 239, 240, 251],
  "The cloud: stacks, releases, operation": [
    15, 20, 59, 63, 64, 66, 67, 68, 69, 70, 71, 87, 149, 151, 153, 154, 163, 169, 203, 208,
  ],
  "One machine": [
    6, 16, 30, 34, 62, 72, 119, 147, 150, 161, 168, 186, 196, 198, 199, 200, 201, 202, 206, 207, 211, 212, 213, 214,
    224, 226,
  ],
};
