/** How long a file stays readable after it was offered: some browsers fetch it only after the press is over. */
const keptMs = 60_000;

/** Offers a file to the reader under a name, as a download. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptMs);
}
