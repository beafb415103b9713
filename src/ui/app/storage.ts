/** Reads from localStorage. @returns null if nothing is kept under the key, or if the browser refuses access, as private windows may */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text in localStorage for later visits. @returns false if the browser refuses */
export function remember(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
