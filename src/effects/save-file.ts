/** Lifetime of the object URL in milliseconds: some browsers read it only after the click. */
const keptMs = 60_000;

/** Downloads a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  saveAddress(address, name);
  setTimeout(() => URL.revokeObjectURL(address), keptMs);
}

/** Downloads what an address gives, under the name that its response gives, else under this one. */
export function saveAddress(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
