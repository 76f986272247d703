import type { Words } from "../words.ts";

export const words: Words<"exports"> = {
  title: "Exportaciones de datos",
  intro: "Archivos con todo lo que se guarda de esta cuenta o de una persona.",
  none: "Ninguna exportación en los últimos siete días. Para exportar los datos de una persona, abre su menú en Contactos.",
  startAccount: "Exportar la cuenta",
  what: "Datos de",
  wholeAccount: "Toda la cuenta",
  onePerson: "Una persona:",
  begunAt: "Inicio",
  state: "Estado",
  size: "Tamaño",
  keptUntil: "Se elimina el",
  files: "Archivos",
  download: "Descargar",
  status_waiting: "En espera",
  status_running: "En curso",
  status_done: "Lista",
  status_failed: "Fallida",
  progress: "{count, plural, one {# registro hasta ahora} other {# registros hasta ahora}}",
  why_erased: "Mientras tanto se eliminaron los datos de una persona. Inicia una nueva exportación.",
  why_too_large: "Hay demasiados datos para un solo archivo. Exporta persona por persona.",
  why_server_error: "No se pudo terminar. El operador de este servicio ya está avisado.",
  exportPerson: "Exportar los datos de esta persona",
  startTitle: "¿Exportar todos los datos de esta cuenta?",
  startTitleOfPerson: "¿Exportar todos los datos de {name}?",
  startText:
    "El archivo contiene números, contactos, chats, mensajes con sus archivos, notas, difusiones, el registro de actividad y más. No incluye claves de API ni secretos.",
  startTextOfPerson:
    "El archivo contiene lo que este número guarda de la persona: el chat con sus archivos y notas, lo que escribió en grupos y el contacto.",
  startKept:
    "Se prepara en segundo plano y aparece en «Uso y plan», donde los administradores pueden descargarlo. Se elimina a los siete días como máximo.",
  start: "Iniciar la exportación",
  begun: "La exportación ha comenzado.",
  begunOfPerson: "La exportación ha comenzado. La encontrarás en «Uso y plan».",
  filesTitle: "Descargar la exportación",
  filesText:
    "Estos enlaces funcionan durante una hora y no piden contraseña, así que no los compartas. Descomprime todos los archivos en una misma carpeta.",
  err_conflict: "Otra exportación sigue en curso. Espera a que esté lista.",
  err_limit_reached: "Esta cuenta ya hizo todas sus exportaciones de hoy. Inténtalo mañana.",
};
