/** Pages that the server makes itself: what registers them with the app. Calls of the API go through `bind` instead. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { HttpEnv } from "./http-env.ts";

export type Pages = (app: OpenAPIHono<HttpEnv>) => void;
