// What goes over the gateway, as discord-api-types describes it: the roots of the frame schemas.

import type {
  APIGuildInteraction,
  GatewayReceivePayload,
  GatewaySendPayload,
} from "discord-api-types/v10";

export type ToTheBot = GatewayReceivePayload;
export type FromTheBot = GatewaySendPayload;
// Among members of a server an interaction says more than the general type asks for.
export type GuildInteraction = APIGuildInteraction;
