// What goes over the gateway, as discord-api-types describes it: the roots of the frame schemas.

import type { GatewayReceivePayload, GatewaySendPayload } from "discord-api-types/v10";

export type ToTheBot = GatewayReceivePayload;
export type FromTheBot = GatewaySendPayload;
