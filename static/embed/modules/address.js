// Where the other files are. Only scripts that are modules have this.

/** The address of a file beside the script that this module is a part of. */
export const beside = (name) => new URL(`./${name}`, import.meta.url).href;
