/** A notification about a new message in a chat. */
export interface Notice {
  title: string;
  body: string;
  /** Identifies the notice. A later notice with the same tag replaces the earlier notice. */
  tag: string;
  /** The page to open when the notification is clicked. */
  url: string;
}

const ICON = "/icon-192.png";

/** Whether this browser can show notifications at all. */
export const canNotify = (): boolean => "Notification" in window;

/**
 * Asks for permission to show notifications, which browsers do only after a click. @returns whether notifications are
 * allowed.
 */
export const askPermission = async (): Promise<boolean> =>
  canNotify() && (await Notification.requestPermission()) === "granted";

/**
 * Shows a notification if the user has allowed it. @param onOpen called if the notification is clicked while the page
 * is still open.
 */
export async function showNotice({ title, url, ...options }: Notice, onOpen: () => void): Promise<void> {
  if (!canNotify() || Notification.permission !== "granted") return;
  try {
    const shown = new Notification(title, { ...options, icon: ICON });
    shown.onclick = () => {
      window.focus();
      shown.close();
      onOpen();
    };
  } catch {
    // On phones, only a service worker may show notifications.
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(title, { ...options, icon: ICON, data: { url } });
  }
}

const TONES_HZ = [660, 880] as const;
const TONE_SEC = 0.12;

/** Plays two short tones. Browsers block the sound until the user has clicked on the page. */
export function playSound(): void {
  const audio = new AudioContext();
  const volume = audio.createGain();
  volume.gain.value = 0.08;
  volume.connect(audio.destination);
  TONES_HZ.forEach((frequency, place) => {
    const tone = audio.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(volume);
    tone.start(audio.currentTime + place * TONE_SEC);
    tone.stop(audio.currentTime + (place + 1) * TONE_SEC);
    if (place === TONES_HZ.length - 1) tone.onended = () => void audio.close();
  });
}
