/** Calls an action for each key, but not while the person types into the panel. */
export function listenToKeys(actions: Readonly<Record<string, () => void>>): void {
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    const action = actions[event.key];
    if (!action || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  });
}
