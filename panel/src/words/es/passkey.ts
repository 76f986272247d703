import type { Words } from "../words.ts";

export const words: Words<"passkey"> = {
  title: "Se necesita la clave de acceso del dueño",
  off: "Para vincular este número, la red pide la clave de acceso del dueño. Aquí no está activado el envío de esa clave; puede activarlo quien opera el servicio. También puedes vincular otro número.",
  scanFirst:
    "Para vincular este número, la red pide la clave de acceso del dueño. Escanea otra vez el código de abajo; después podrás firmar.",
  why: "La red encontró el teléfono, pero también pide la clave de acceso del dueño. Solo acepta una usada en su propia página web: firma allí y pega aquí el resultado.",
  step1:
    "En una computadora, abre la página web de la mensajería en otra pestaña y, en ella, la consola del navegador (F12).",
  step2: "Pega este comando y confirma con la clave de acceso. El resultado queda en el portapapeles.",
  step3: "Pega aquí el resultado.",
  command: "Comando",
  signature: "Firma",
  give: "Enviar la firma",
  until: "Funciona hasta {time}. Después hay que escanear un código nuevo.",
  sentTitle: "Firma aceptada",
  sent: "El número se está vinculando. Tarda unos segundos.",
  sentCode: "El número se está vinculando. Si el teléfono muestra un código, debe ser {code}.",
};
