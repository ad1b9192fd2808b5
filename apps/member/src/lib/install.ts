/** The browser's own question whether to install the app, kept until the member asks for it. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> };

const isPrompt = (event: Event): event is InstallPrompt => 'prompt' in event;

let kept: InstallPrompt | undefined;
const listeners = new Set<() => void>();
const become = (next: InstallPrompt | undefined): void => {
  kept = next;
  for (const listener of listeners) listener();
};

/** Keeps the question when the browser offers it; it comes once, soon after the start. */
export const awaitInstallPrompt = (): void => {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    if (isPrompt(event)) become(event);
  });
  addEventListener('appinstalled', () => become(undefined));
};

export const installStore = {
  read: (): boolean => kept !== undefined,
  watch: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

/** Asks the member, in the browser's words; a question can be asked once. */
export const install = async (): Promise<void> => {
  const question = kept;
  become(undefined);
  await question?.prompt();
};

/** Whether this is a browser that installs by its share menu only, and has not done so. */
export const installsByShareMenu = (): boolean => 'standalone' in navigator && navigator.standalone === false;
