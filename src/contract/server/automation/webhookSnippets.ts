/** Programs that receive events and check who sent them, without any package. */
export const webhookSnippets = {
  node: `import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const secret = process.env.WEBHOOK_SECRET; // whsec_…
const key = Buffer.from(secret.slice("whsec_".length), "base64");

function isVerified(headers, body) {
  const id = headers["webhook-id"];
  const time = headers["webhook-timestamp"];
  const signatures = headers["webhook-signature"] ?? "";
  // A request older than five minutes may be a replay.
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < 300)) return false;
  const mac = createHmac("sha256", key).update(\`\${id}.\${time}.\`).update(body);
  const expected = Buffer.from(\`v1,\${mac.digest("base64")}\`);
  return signatures.split(" ").some((one) => {
    const given = Buffer.from(one);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (!isVerified(request.headers, body)) return response.writeHead(401).end();
  const event = JSON.parse(body);
  console.log(event.type, event.data);
  response.writeHead(204).end();
}).listen(Number(process.env.PORT ?? 3000));
`,
  python: `import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

secret = os.environ["WEBHOOK_SECRET"]  # whsec_…
key = base64.b64decode(secret.removeprefix("whsec_"))


def is_verified(headers, body):
    id = headers.get("webhook-id", "")
    sent = headers.get("webhook-timestamp", "")
    signatures = headers.get("webhook-signature", "")
    # A request older than five minutes may be a replay.
    if not sent.isdigit() or abs(time.time() - int(sent)) > 300:
        return False
    mac = hmac.new(key, f"{id}.{sent}.".encode() + body, hashlib.sha256)
    expected = "v1," + base64.b64encode(mac.digest()).decode()
    return any(hmac.compare_digest(one.encode(), expected.encode()) for one in signatures.split(" "))


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if not is_verified(self.headers, body):
            self.send_response(401)
            self.end_headers()
            return
        event = json.loads(body)
        print(event["type"], event["data"], flush=True)
        self.send_response(204)
        self.end_headers()


HTTPServer(("127.0.0.1", int(os.environ.get("PORT", 3000))), Handler).serve_forever()
`,
  php: `<?php
$secret = getenv("WEBHOOK_SECRET"); // whsec_…
$key = base64_decode(substr($secret, strlen("whsec_")));
$body = file_get_contents("php://input");
$id = $_SERVER["HTTP_WEBHOOK_ID"] ?? "";
$time = $_SERVER["HTTP_WEBHOOK_TIMESTAMP"] ?? "";
$signatures = explode(" ", $_SERVER["HTTP_WEBHOOK_SIGNATURE"] ?? "");

$expected = "v1," . base64_encode(hash_hmac("sha256", "$id.$time.$body", $key, true));
$verified = false;
foreach ($signatures as $one) {
    $verified = hash_equals($expected, $one) || $verified;
}
// A request older than five minutes may be a replay.
if (!$verified || abs(time() - (int) $time) > 300) {
    http_response_code(401);
    exit();
}

$event = json_decode($body, true);
error_log($event["type"]);
http_response_code(204);
`,
} as const;
export type SnippetLanguage = keyof typeof webhookSnippets;
