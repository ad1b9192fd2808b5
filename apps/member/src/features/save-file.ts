/** How long the browser may take to begin reading what it saves, milliseconds. */
const readMs = 60_000;

/** Hands a file to the browser, which keeps it where downloads go. */
export const saveFile = (file: File): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), readMs);
};
