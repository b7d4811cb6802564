globalThis.require ??= () => ({});
