/** The client that long runs judge the server by: what ends its namespaces must not end it. */
import { afterEach, it } from "vitest";
import { OI_PRICE_LIVE, OPTION_LIVE } from "#contract/wire/socket-events.ts";
import { LiveClient } from "./live-client.ts";
import { startGateway, type TestGateway, until } from "./test-gateway.ts";

let gateway: TestGateway;
let client: LiveClient | undefined;

afterEach(async () => {
  client?.close();
  await gateway.stop();
});

it("comes back when the server ends its namespaces", async () => {
  gateway = await startGateway();
  const { feed, live, port } = gateway;
  client = new LiveClient(`http://127.0.0.1:${port}`, { ticket: "live", cookie: "" }, feed.room);
  const sockets = () =>
    [OI_PRICE_LIVE, OPTION_LIVE].flatMap((namespace) => [...live.io.of(namespace).sockets.values()]);
  await until(() => sockets().length === 2, "a client");
  const [ended] = sockets();

  ended?.disconnect(true);
  await until(() => sockets().length === 2 && sockets()[0] !== ended, "a second connection");
});
