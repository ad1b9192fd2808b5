/** How long the browser may take to begin reading what it saves, milliseconds. */
const readMs = 60_000;

/** Saves a file where the browser keeps downloads. */
export const saveFile = (file: File): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), readMs);
};
