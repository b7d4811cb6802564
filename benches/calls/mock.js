// ioredis-mock as a page has it: esbuild bundles this for the browser. The package asks for files of Node by name, and works
// without them.
import "./node.js";
import Redis from "ioredis-mock";

export const redis = new Redis();
