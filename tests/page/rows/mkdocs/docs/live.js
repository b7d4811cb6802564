import "/v0.1.0/embed.js";
import { upgrade } from "/v0.1.0/upgrade.js";

upgrade("pre > code.language-redis");
