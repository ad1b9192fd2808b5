/** Ends push messages to this browser when its member signs out: they would be shown to the next member. */
export const forgetPush = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(
    registrations.map(async ({ pushManager }) => (await pushManager?.getSubscription())?.unsubscribe()),
  );
};
